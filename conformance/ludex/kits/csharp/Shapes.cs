using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>What the types of a game read values with. Ours and optional, as they are: a value of another shape is unreadable.</summary>
public static class Shapes {
    public static void Require(bool sound) {
        if (!sound) throw Refused.Unreadable();
    }

    private static void Within(long value, long? least, long? most) {
        Require((least == null || value >= least) && (most == null || value <= most));
    }

    public static Dictionary<string, object> Fields(object value, string[] required, string[] optional) {
        var fields = value as Dictionary<string, object>;
        Require(fields != null && required.All(fields.ContainsKey));
        Require(fields.Keys.All(name => required.Contains(name) || optional.Contains(name)));
        return fields;
    }

    public static long Whole(object value, long? least = null, long? most = null) {
        Require(value is long);
        Within((long) value, least, most);
        return (long) value;
    }

    public static string Text(object value, long? least = null, long? most = null) {
        Require(value is string);
        Within(((string) value).Count(letter => !char.IsLowSurrogate(letter)), least, most);
        return (string) value;
    }

    public static bool Flag(object value) {
        Require(value is bool);
        return (bool) value;
    }

    public static List<T> ListOf<T>(object value, long? least, long? most, Func<object, T> read) {
        var items = value as List<object>;
        Require(items != null);
        Within(items.Count, least, most);
        return items.Select(read).ToList();
    }

    public static List<object> Written<T>(IEnumerable<T> items, Func<T, object> write) {
        return items.Select(write).ToList();
    }
}
