using System;
using System.Collections.Generic;
using NUnit.Framework;

/// <summary>The tiny implementation beside this file gives what the vectors expect.</summary>
[TestFixture]
public class VectorsTest {
    /// <summary>What the implementation promises not to be for: its types leave no room for malformed input.</summary>
    private static readonly string[] Promises = {"well-formed"};

    [Test]
    public void UnitBytes([Values("2026-01", "2026-04")] string edition) {
        Judge(edition, "codec-unit", input => Shown(TribunUnits.Stored(Whole(input, "byte"))));
    }

    [Test]
    public void Cids([Values("2026-01", "2026-04")] string edition) {
        Judge(edition, "codec-cid", input => {
            int[] tile = TribunUnits.Tile(Whole(input, "cid"));
            return Json.Object("x", (long) tile[0], "y", (long) tile[1]);
        });
    }

    [Test]
    public void Normalization([Values("2026-01", "2026-04")] string edition) {
        Judge(edition, "normalize", input => {
            object given = Json.Field(input, "unit");
            return Shown(TribunUnits.Normalized(new Unit(Whole(given, "p"), Whole(given, "s"),
                (string) Json.Field(given, "color"), (bool) Json.Field(given, "tribun"))));
        });
    }

    private static int Whole(object of, string name) {
        return checked((int) (long) Json.Field(of, name));
    }

    private static object Shown(Unit unit) {
        return Json.Object("unit", unit == null ? null : Json.Object(
            "p", (long) unit.P, "s", (long) unit.S, "color", unit.Color, "tribun", unit.Tribun));
    }

    /// <summary>Asks all vectors of a file; what fails is named by its id.</summary>
    private static void Judge(string edition, string topic, Func<object, object> answer) {
        var wrong = new List<string>();
        List<Vector> vectors = Vectors.Read("tribun", edition, topic, Promises);
        Assert.IsNotEmpty(vectors, "nothing is left to ask");
        foreach (Vector vector in vectors) {
            string told;
            bool right;
            try {
                object given = answer(vector.Input);
                told = Json.Write(given);
                right = !vector.MustBeRefused && Same(given, vector.Expect);
            } catch (Refused) {
                told = "refused";
                right = vector.MustBeRefused;
            }
            if (!right) wrong.Add(string.Format("{0} [{1}] expected {2}, got {3}",
                vector.Id, string.Join(" ", vector.Clauses), Json.Write(vector.Expect), told));
        }
        Assert.IsEmpty(wrong, string.Join("\n", wrong));
    }

    /// <summary>Whether two values of JSON are the same: objects of the same fields, in whatever order.</summary>
    private static bool Same(object one, object other) {
        var fields = one as Dictionary<string, object>;
        var others = other as Dictionary<string, object>;
        if (fields == null || others == null) return Equals(one, other);
        foreach (var field in fields) {
            if (!others.ContainsKey(field.Key) || !Same(field.Value, others[field.Key])) return false;
        }
        return fields.Count == others.Count;
    }
}
