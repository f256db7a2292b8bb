using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

/// <summary>One question with its answer.</summary>
public sealed class Vector {
    public string Id;
    public List<string> Clauses;
    public object Input, Expect;

    public bool MustBeRefused {
        get { return Json.Field(Expect, "illegal") != null || Json.Field(Expect, "unreadable") != null; }
    }
}

/// <summary>Reads vector files: those of one file that hold under the default readings, and are not promised away.</summary>
public static class Vectors {
    /// <summary>What a file says of an edition; it must hold as many vectors as the manifest lists.</summary>
    public static List<Vector> Read(string game, string edition, string topic, IEnumerable<string> promises) {
        object manifest = Load(game, "manifest.json"), file = Load(game, "topics", topic + ".json");
        object facts = Json.Field(Json.Field(manifest, "files"), "topics/" + topic + ".json");
        object register = Json.Field(Json.Field(Json.Field(manifest, "editions"), edition), "readings");
        var outside = new HashSet<int>(promises.SelectMany(promise => Spans((string) Json.Field(Json.Field(facts, "outside"), promise))));
        var found = new List<Vector>();
        long held = 0;
        int number = 0;
        foreach (object question in List(Json.Field(file, "questions"))) {
            foreach (object answer in List(Json.Field(question, "answers"))) {
                bool asked = !outside.Contains(number++);
                if (!List(Json.Field(answer, "editions") ?? Json.Field(file, "editions")).Contains(edition)) continue;
                held++;
                if (!asked || !Holds(List(Json.Field(answer, "holds")), register)) continue;
                found.Add(new Vector {
                    Id = (string) Json.Field(question, "id"),
                    Clauses = List(Json.Field(answer, "clauses")).Cast<string>().ToList(),
                    Input = Json.Field(question, "input"),
                    Expect = Json.Field(answer, "expect"),
                });
            }
        }
        if (held == 0 || !held.Equals(Json.Field(Json.Field(facts, "vectors"), edition)))
            throw new InvalidDataException(topic + " holds " + held + " vectors of " + edition + ", the manifest says otherwise");
        return found;
    }

    private static object Load(string game, params string[] names) {
        string root = Environment.GetEnvironmentVariable("LUDEX_VECTORS") ?? "vectors";
        return Json.Parse(File.ReadAllText(Path.Combine(new[] {root, game}.Concat(names).ToArray())));
    }

    private static List<object> List(object value) {
        return value as List<object> ?? new List<object>();
    }

    /// <summary>The numbers of a text such as 0-88,91.</summary>
    private static IEnumerable<int> Spans(string text) {
        foreach (string span in (text ?? "").Split(new[] {','}, StringSplitOptions.RemoveEmptyEntries)) {
            int[] ends = span.Split('-').Select(int.Parse).ToArray();
            for (int number = ends.First(); number <= ends.Last(); number++) yield return number;
        }
    }

    /// <summary>Any alternative that is met in all its readings; no alternative at all means always.</summary>
    private static bool Holds(List<object> alternatives, object register) {
        return alternatives.Count == 0 || alternatives.Any(one => ((Dictionary<string, object>) one).All(
            reading => List(reading.Value).Contains(Json.Field(Json.Field(register, reading.Key), "default"))));
    }
}
