using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

/// <summary>An action or a position that must not be; it travels as a result, with the clauses that it breaks, if known.</summary>
public sealed class Refused : Exception {
    public readonly string Kind;
    public readonly string[] Broken; // of what is unsupported, the reason

    private Refused(string kind, string[] broken) {
        Kind = kind;
        Broken = broken;
    }

    /// <summary>To throw for what can be read and is not allowed.</summary>
    public static Refused Illegal(params string[] broken) {
        return new Refused("illegal", broken);
    }

    /// <summary>To throw, from wherever it turns out, for what is not written yet; it counts as unsupported, not as wrong.</summary>
    public static Refused Unsupported(string reason) {
        return new Refused("unsupported", new[] {reason});
    }

    /// <summary>To throw for what cannot be read.</summary>
    public static Refused Unreadable(params string[] broken) {
        return new Refused("unreadable", broken);
    }
}

/// <summary>The wire of Ludex, for any game: JSON-RPC 2.0, one message a line. Nothing here needs a change.</summary>
public static class Wire {
    /// <summary>A function for each method: from params to a result, both as in Json.</summary>
    public delegate object Method(Dictionary<string, object> given);

    private sealed class Complaint : Exception {
        public readonly int Code;

        public Complaint(int code, string message) : base(message) {
            Code = code;
        }
    }

    /// <summary>The result of what is not written yet; it counts as unsupported, not as wrong.</summary>
    public static object Unsupported(string reason) {
        return Json.Object("unsupported", Json.Object("reason", reason));
    }

    /// <summary>Answers each line, until `shutdown` comes or the input ends. What is printed meanwhile goes to the log.</summary>
    public static void Serve(object hello, Dictionary<string, Method> methods) {
        var utf8 = new UTF8Encoding(false);
        var input = new StreamReader(Console.OpenStandardInput(), utf8, false);
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { NewLine = "\n", AutoFlush = true };
        Console.SetOut(Console.Error);
        string line;
        bool last = false;
        while (!last && (line = input.ReadLine()) != null) {
            if (line.Trim().Length > 0) output.WriteLine(Json.Write(Reply(line, hello, methods, out last)));
        }
    }

    private static object Reply(string line, object hello, Dictionary<string, Method> methods, out bool last) {
        var answer = Json.Object("jsonrpc", "2.0", "id", null);
        last = false;
        try {
            var request = Json.Parse(line) as Dictionary<string, object>;
            if (request == null) throw new Complaint(-32600, "a request is an object");
            answer["id"] = Json.Field(request, "id");
            var method = Json.Field(request, "method") as string;
            if (!Equals(Json.Field(request, "jsonrpc"), "2.0") || !request.ContainsKey("id") || method == null)
                throw new Complaint(-32600, "a request has \"jsonrpc\": \"2.0\", an id and a method");
            last = method == "shutdown";
            object given = Json.Field(request, "params") ?? new Dictionary<string, object>();
            if (!(given is Dictionary<string, object>)) throw new Complaint(-32602, "params must be an object");
            answer["result"] = Result(method, (Dictionary<string, object>) given, hello, methods);
        } catch (Malformed malformed) {
            answer["error"] = Error(-32700, "not JSON: " + malformed.Message);
        } catch (Complaint complaint) {
            answer["error"] = Error(complaint.Code, complaint.Message);
        } catch (Exception mistake) { // a mistake of yours reaches the report, and the engine goes on
            Console.Error.WriteLine(mistake);
            answer["error"] = Error(-32603, mistake.Message);
        }
        return answer;
    }

    private static object Error(int code, string message) {
        return Json.Object("code", (long) code, "message", message);
    }

    public static object Result(string method, Dictionary<string, object> given, object hello, Dictionary<string, Method> methods) {
        if (method == "initialize") return hello;
        if (method == "shutdown") return Json.Object();
        if (!methods.ContainsKey(method)) throw new Complaint(-32601, "no method " + method);
        try {
            return methods[method](given);
        } catch (Refused refused) {
            if (refused.Kind == "unsupported") return Unsupported(refused.Broken[0]);
            return Json.Object(refused.Kind, refused.Broken.Any() ? Json.Object("broken", refused.Broken) : Json.Object());
        }
    }
}
