// The Go code that makes calls and writes down what they return. It imports packages under names of its own.
export const GO_SUPPORT_IMPORTS: readonly string[] = [
  'hydrabytes "bytes"',
  'hydrasha "crypto/sha256"',
  'hydrajson "encoding/json"',
  'hydrafmt "fmt"',
  'hydraos "os"',
  'hydraexec "os/exec"',
  'hydrareflect "reflect"',
  'hydraregexp "regexp"',
  'hydrasort "sort"',
  'hydrastrconv "strconv"',
  'hydrastrings "strings"',
  'hydratesting "testing"',
  'hydratime "time"',
];

/** Each pass runs in a child process, so that a call that ends or blocks the process costs one answer. */
export const GO_SUPPORT = String.raw`type hydraProbe struct {
	id   string
	call func() []interface{}
}

func hydraResults(results ...interface{}) []interface{} { return results }

type hydraText struct {
	parts  int
	around map[uintptr]bool
}

var hydraAddress = hydraregexp.MustCompile("0x[0-9a-f]{6,}")

func hydraShow(results []interface{}) string {
	text := &hydraText{around: map[uintptr]bool{}}
	if last := len(results) - 1; last > 0 {
		if _, isError := results[last].(error); isError {
			return text.show(hydrareflect.ValueOf(results[last]), 0)
		}
	}
	shown := make([]string, len(results))
	for index, result := range results {
		shown[index] = text.show(hydrareflect.ValueOf(result), 0)
	}
	if len(shown) == 1 {
		return shown[0]
	}
	return "(" + hydrastrings.Join(shown, ", ") + ")"
}

func (text *hydraText) show(value hydrareflect.Value, depth int) string {
	text.parts++
	if depth > 20 || text.parts > 5000 {
		return "…"
	}
	if !value.IsValid() {
		return "nil"
	}
	kind := value.Kind()
	if kind == hydrareflect.Interface {
		return text.show(value.Elem(), depth)
	}
	isNil := (kind == hydrareflect.Ptr || kind == hydrareflect.Func || kind == hydrareflect.Chan) && value.IsNil()
	if isNil {
		return "nil"
	}
	if value.CanInterface() {
		if err, isError := value.Interface().(error); isError {
			return hydraError(err)
		}
	}
	switch kind {
	case hydrareflect.Bool:
		return hydrastrconv.FormatBool(value.Bool())
	case hydrareflect.Int, hydrareflect.Int8, hydrareflect.Int16, hydrareflect.Int32, hydrareflect.Int64:
		return hydraNamed(value, hydrastrconv.FormatInt(value.Int(), 10))
	case hydrareflect.Uint, hydrareflect.Uint8, hydrareflect.Uint16, hydrareflect.Uint32, hydrareflect.Uint64, hydrareflect.Uintptr:
		return hydraNamed(value, hydrastrconv.FormatUint(value.Uint(), 10))
	case hydrareflect.Float32, hydrareflect.Float64:
		return hydraFloat(value.Float())
	case hydrareflect.Complex64, hydrareflect.Complex128:
		return "complex(" + hydraFloat(real(value.Complex())) + ", " + hydraFloat(imag(value.Complex())) + ")"
	case hydrareflect.String:
		return hydrastrconv.Quote(value.String())
	case hydrareflect.Slice, hydrareflect.Array:
		return text.list(value, depth)
	case hydrareflect.Map:
		return text.mapped(value, depth)
	case hydrareflect.Struct:
		return text.fields(value, depth)
	case hydrareflect.Ptr:
		if text.around[value.Pointer()] {
			return "<cycle>"
		}
		text.around[value.Pointer()] = true
		defer delete(text.around, value.Pointer())
		if shown, isShown := hydraOpaque(value.Elem(), value); isShown {
			return "&" + shown
		}
		return "&" + text.show(value.Elem(), depth+1)
	}
	return "<" + kind.String() + ">"
}

func hydraError(err error) string {
	name := hydrafmt.Sprintf("%T", err)
	for _, plain := range []string{"*errors.errorString", "*fmt.wrapError", "*fmt.wrapErrors", "*errors.joinError"} {
		if name == plain {
			return "error"
		}
	}
	return "error " + hydrastrings.TrimPrefix(name, "*")
}

func hydraFloat(value float64) string {
	shown := hydrastrconv.FormatFloat(value, 'g', 12, 64)
	if shown == "-0" {
		shown = "0"
	}
	if hydrastrings.ContainsAny(shown, ".eNI") {
		return shown
	}
	return shown + ".0"
}

func hydraNamed(value hydrareflect.Value, plain string) string {
	if shown, isShown := hydraString(value); isShown {
		return value.Type().String() + "(" + shown + ")"
	}
	return plain
}

func hydraString(value hydrareflect.Value) (shown string, isShown bool) {
	defer func() {
		if recover() != nil {
			shown, isShown = "", false
		}
	}()
	if !value.CanInterface() {
		return "", false
	}
	stringer, isStringer := value.Interface().(hydrafmt.Stringer)
	if !isStringer {
		return "", false
	}
	return hydraAddress.ReplaceAllString(stringer.String(), "0x…"), true
}

func hydraOpaque(value, shown hydrareflect.Value) (string, bool) {
	if value.Kind() != hydrareflect.Struct {
		return "", false
	}
	for index := 0; index < value.NumField(); index++ {
		if value.Type().Field(index).PkgPath == "" {
			return "", false
		}
	}
	text, isShown := hydraString(shown)
	return value.Type().String() + "(" + text + ")", isShown
}

func (text *hydraText) list(value hydrareflect.Value, depth int) string {
	if value.Kind() == hydrareflect.Slice && value.Type().Elem().Kind() == hydrareflect.Uint8 {
		return "[]byte(" + hydrastrconv.Quote(string(value.Bytes())) + ")"
	}
	shown := []string{}
	for index := 0; index < value.Len() && index < 1000; index++ {
		shown = append(shown, text.show(value.Index(index), depth+1))
	}
	return "[" + hydrastrings.Join(shown, ", ") + "]"
}

func (text *hydraText) mapped(value hydrareflect.Value, depth int) string {
	shown := []string{}
	for _, key := range value.MapKeys() {
		shown = append(shown, text.show(key, depth+1)+": "+text.show(value.MapIndex(key), depth+1))
	}
	hydrasort.Strings(shown)
	return "map[" + hydrastrings.Join(shown, ", ") + "]"
}

func (text *hydraText) fields(value hydrareflect.Value, depth int) string {
	if shown, isShown := hydraOpaque(value, value); isShown {
		return shown
	}
	public, all := []string{}, []string{}
	for index := 0; index < value.NumField(); index++ {
		field := value.Type().Field(index)
		shown := field.Name + ": " + text.show(value.Field(index), depth+1)
		all = append(all, shown)
		if field.PkgPath == "" {
			public = append(public, shown)
		}
	}
	if len(public) > 0 {
		all = public
	}
	return value.Type().String() + "{" + hydrastrings.Join(all, ", ") + "}"
}

func hydraAnswer(probe hydraProbe) (answer string) {
	defer func() {
		if recover() != nil {
			answer = "panics"
		}
	}()
	answer = hydraShow(probe.call())
	if len(answer) > 16000 {
		answer = hydrafmt.Sprintf("%s…%x", hydrastrings.ToValidUTF8(answer[:16000], ""), hydrasha.Sum256([]byte(answer)))
	}
	return answer
}

func hydraLine(path string, line map[string]interface{}) {
	file, err := hydraos.OpenFile(path, hydraos.O_WRONLY|hydraos.O_CREATE|hydraos.O_APPEND, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	buffer := &hydrabytes.Buffer{}
	encoder := hydrajson.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(line) == nil {
		file.Write(buffer.Bytes())
	}
}

func hydraInOrder(pass int) []hydraProbe {
	if pass == 1 {
		return hydraProbes
	}
	reversed := []hydraProbe{}
	for index := len(hydraProbes) - 1; index >= 0; index-- {
		reversed = append(reversed, hydraProbes[index])
	}
	return reversed
}

func hydraChild(path string, pass, start int) {
	for _, probe := range hydraInOrder(pass)[start:] {
		hydraLine(path, map[string]interface{}{"begin": probe.id, "pass": pass})
		answers := make(chan string, 1)
		current := probe
		go func() { answers <- hydraAnswer(current) }()
		select {
		case answer := <-answers:
			hydraLine(path, map[string]interface{}{"id": probe.id, "pass": pass, "answer": answer})
		case <-hydratime.After(2 * hydratime.Second):
			hydraLine(path, map[string]interface{}{"id": probe.id, "pass": pass, "answer": "times out"})
			hydraos.Exit(0)
		}
	}
	hydraos.Exit(0)
}

func hydraSeen(path, id string, pass int) (begun, answered bool) {
	content, _ := hydraos.ReadFile(path)
	for _, row := range hydrastrings.Split(string(content), "\n") {
		line := struct {
			Begin, Id string
			Pass      int
		}{}
		if hydrajson.Unmarshal([]byte(row), &line) != nil || line.Pass != pass {
			continue
		}
		begun = begun || line.Begin == id
		answered = answered || line.Id == id
	}
	return begun, answered
}

func hydraParent(path string) {
	end := hydratime.Now().Add(60 * hydratime.Second)
	for pass := 1; pass <= 2; pass++ {
		if pass == 2 {
			// An answer with the time of day in it is another one in the next second.
			now := hydratime.Now()
			hydratime.Sleep(now.Truncate(hydratime.Second).Add(1010 * hydratime.Millisecond).Sub(now))
		}
		for start := 0; start < len(hydraProbes) && hydratime.Now().Before(end); {
			command := hydraexec.Command(hydraos.Args[0], "-test.run=^TestHydraAnswers$")
			command.Env = append(hydraos.Environ(), hydrafmt.Sprintf("HYDRA_ANSWERS_PART=%s:%d:%d", hydraPart, pass, start))
			if command.Start() != nil {
				return
			}
			stop := hydratime.AfterFunc(hydratime.Until(end), func() { command.Process.Kill() })
			ended := command.Wait()
			stop.Stop()
			answer := "exits"
			if exit, isExit := ended.(*hydraexec.ExitError); isExit && (exit.ExitCode() == 2 || exit.ExitCode() < 0) {
				answer = "crashes"
			}
			begun, answered, before := false, true, start
			for ; start < len(hydraProbes); start++ {
				if begun, answered = hydraSeen(path, hydraInOrder(pass)[start].id, pass); !answered {
					break
				}
			}
			if answered {
				break
			}
			if !begun && start == before {
				return
			}
			if !begun {
				continue
			}
			if hydratime.Now().Before(end) {
				hydraLine(path, map[string]interface{}{"id": hydraInOrder(pass)[start].id, "pass": pass, "answer": answer})
			}
			start++
		}
	}
}

func TestHydraAnswers(t *hydratesting.T) {
	path := hydraos.Getenv("HYDRA_ANSWERS_FILE")
	part := hydrastrings.Split(hydraos.Getenv("HYDRA_ANSWERS_PART"), ":")
	if path == "" {
		return
	}
	if len(part) != 3 {
		hydraParent(path)
	} else if part[0] == hydraPart {
		pass, _ := hydrastrconv.Atoi(part[1])
		start, _ := hydrastrconv.Atoi(part[2])
		hydraChild(path, pass, start)
	}
}`;
