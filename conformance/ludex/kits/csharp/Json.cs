using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

/// <summary>Text that is no JSON.</summary>
public sealed class Malformed : Exception {
    public Malformed(string message) : base(message) {}
}

/// <summary>
/// JSON: objects are Dictionary, arrays are List, and there are string, bool and null; an integer is a long where it fits
/// into one, any other number a double.
/// </summary>
public sealed class Json {
    private const int Deepest = 500;
    private static readonly Regex Number = new Regex(@"\G-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", RegexOptions.CultureInvariant);
    private readonly string text;
    private int at;

    private Json(string text) {
        this.text = text;
    }

    public static object Parse(string text) {
        var reader = new Json(text);
        object value = reader.Value(0);
        reader.Blank();
        if (reader.at < text.Length) throw reader.Wrong("more than one value");
        return value;
    }

    /// <summary>An object of pairs of a name and a value.</summary>
    public static Dictionary<string, object> Object(params object[] pairs) {
        var made = new Dictionary<string, object>();
        for (int i = 0; i < pairs.Length; i += 2) made[(string) pairs[i]] = pairs[i + 1];
        return made;
    }

    public static object Field(object value, string name) {
        var fields = value as Dictionary<string, object>;
        object found = null;
        if (fields != null) fields.TryGetValue(name, out found);
        return found;
    }

    private Malformed Wrong(string what) {
        return new Malformed(what + " at " + at);
    }

    private void Blank() {
        while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
    }

    private bool Next(char letter) {
        Blank();
        bool there = at < text.Length && text[at] == letter;
        at += there ? 1 : 0;
        return there;
    }

    private void Expect(char letter) {
        if (!Next(letter)) throw Wrong("expected " + letter);
    }

    private object Value(int depth) {
        Blank();
        if (depth > Deepest) throw Wrong("too deep");
        if (at >= text.Length) throw Wrong("nothing");
        switch (text[at]) {
            case '{': return Fields(depth);
            case '[': return Items(depth);
            case '"': return Text();
            case 't': return Word("true", true);
            case 'f': return Word("false", false);
            case 'n': return Word("null", null);
            default: return Digits();
        }
    }

    private object Word(string word, object value) {
        if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Wrong("no value");
        at += word.Length;
        return value;
    }

    private object Fields(int depth) {
        var fields = new Dictionary<string, object>();
        Expect('{');
        if (Next('}')) return fields;
        do {
            Blank();
            string name = Text();
            Expect(':');
            fields[name] = Value(depth + 1);
        } while (Next(','));
        Expect('}');
        return fields;
    }

    private object Items(int depth) {
        var items = new List<object>();
        Expect('[');
        if (Next(']')) return items;
        do items.Add(Value(depth + 1));
        while (Next(','));
        Expect(']');
        return items;
    }

    private string Text() {
        Expect('"');
        var read = new StringBuilder();
        while (true) {
            if (at >= text.Length) throw Wrong("a string without an end");
            char letter = text[at++];
            if (letter == '"') return read.ToString();
            if (letter < ' ') throw Wrong("a control character");
            read.Append(letter == '\\' ? Escaped() : letter);
        }
    }

    private char Escaped() {
        if (at >= text.Length) throw Wrong("a string without an end");
        char letter = text[at++];
        int place = "\"\\/bfnrt".IndexOf(letter);
        if (place >= 0) return "\"\\/\b\f\n\r\t"[place];
        ushort code;
        if (letter != 'u' || at + 4 > text.Length
                || !ushort.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
            throw Wrong("an unknown escape");
        at += 4;
        return (char) code;
    }

    private object Digits() {
        Match found = Number.Match(text, at);
        if (!found.Success) throw Wrong("no value");
        at += found.Length;
        long whole;
        bool plain = !found.Groups[2].Success && !found.Groups[3].Success;
        if (plain && long.TryParse(found.Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole)) return whole;
        double number;
        return double.TryParse(found.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out number) ? number : double.MaxValue;
    }

    public static string Write(object value) {
        var written = new StringBuilder();
        Write(value, written);
        return written.ToString();
    }

    private static void Write(object value, StringBuilder written) {
        var fields = value as IDictionary<string, object>;
        if (fields != null) {
            written.Append('{').Append(string.Join(",", fields.Select(one => Quoted(one.Key) + ":" + Write(one.Value)))).Append('}');
        } else if (value is string) {
            written.Append(Quoted((string) value));
        } else if (value is System.Collections.IEnumerable) {
            var items = ((System.Collections.IEnumerable) value).Cast<object>();
            written.Append('[').Append(string.Join(",", items.Select(Write))).Append(']');
        } else if (value is bool) {
            written.Append((bool) value ? "true" : "false");
        } else {
            written.Append(value == null ? "null" : Convert.ToString(value, CultureInfo.InvariantCulture));
        }
    }

    private static string Quoted(string text) {
        var quoted = new StringBuilder("\"");
        foreach (char letter in text) {
            if (letter == '"' || letter == '\\') quoted.Append('\\').Append(letter);
            else if (letter < ' ' || char.IsSurrogate(letter)) quoted.Append("\\u").Append(((int) letter).ToString("x4"));
            else quoted.Append(letter);
        }
        return quoted.Append('"').ToString();
    }
}
