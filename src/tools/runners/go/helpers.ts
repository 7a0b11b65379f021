// What the generated tests of Go call.
export const GO_HELPERS_IMPORTS: readonly string[] = ['"fmt"', '"io"', '"math"', '"os"', '"reflect"', '"strings"', '"testing"'];

/** Numbers of different types are equal if their values are; decimals have a tolerance. A nil error after the value is ignored. */
export const GO_HELPERS = String.raw`func hydraResults(results ...interface{}) []interface{} { return results }

func hydraGives(t *testing.T, title string, got []interface{}, want ...interface{}) {
	t.Helper()
	if len(got) == len(want)+1 && got[len(got)-1] == nil {
		got = got[:len(got)-1]
	}
	same := len(got) == len(want)
	for index := range want {
		same = same && hydraSame(reflect.ValueOf(got[index]), reflect.ValueOf(want[index]))
	}
	if !same {
		t.Fatalf("%s: got %.500s", title, fmt.Sprintf("%#v", got))
	}
}

func hydraSame(got, want reflect.Value) bool {
	for got.IsValid() && (got.Kind() == reflect.Interface || (got.Kind() == reflect.Ptr && (!want.IsValid() || want.Kind() != reflect.Ptr))) {
		if got.IsNil() {
			break
		}
		got = got.Elem()
	}
	for want.IsValid() && want.Kind() == reflect.Interface {
		want = want.Elem()
	}
	if !got.IsValid() || !want.IsValid() {
		return hydraNil(got) && hydraNil(want)
	}
	if one, ok := hydraNumber(got); ok {
		other, isNumber := hydraNumber(want)
		return isNumber && (one == other || math.Abs(one-other) <= 1e-9*math.Max(math.Abs(one), math.Abs(other)) && hydraDecimal(want))
	}
	if got.Kind() == reflect.String || want.Kind() == reflect.String {
		return hydraText(got) && hydraText(want) && got.Convert(reflect.TypeOf("")).String() == want.Convert(reflect.TypeOf("")).String()
	}
	isList := func(value reflect.Value) bool { return value.Kind() == reflect.Slice || value.Kind() == reflect.Array }
	if isList(got) && isList(want) {
		same := got.Len() == want.Len()
		for index := 0; same && index < got.Len(); index++ {
			same = hydraSame(got.Index(index), want.Index(index))
		}
		return same
	}
	if got.Kind() == reflect.Map && want.Kind() == reflect.Map {
		same := got.Len() == want.Len()
		for _, key := range want.MapKeys() {
			same = same && key.Type().AssignableTo(got.Type().Key()) && got.MapIndex(key).IsValid() && hydraSame(got.MapIndex(key), want.MapIndex(key))
		}
		return same
	}
	return got.CanInterface() && want.CanInterface() && reflect.DeepEqual(got.Interface(), want.Interface())
}

func hydraNil(value reflect.Value) bool {
	if !value.IsValid() {
		return true
	}
	switch value.Kind() {
	case reflect.Ptr, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan, reflect.Interface:
		return value.IsNil()
	}
	return false
}

func hydraText(value reflect.Value) bool {
	return value.Kind() == reflect.String || (value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Uint8)
}

func hydraDecimal(value reflect.Value) bool {
	return value.Kind() == reflect.Float32 || value.Kind() == reflect.Float64
}

func hydraNumber(value reflect.Value) (float64, bool) {
	switch value.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return float64(value.Int()), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return float64(value.Uint()), true
	case reflect.Float32, reflect.Float64:
		return value.Float(), true
	}
	return 0, false
}

func hydraPrints(t *testing.T, title string, call func(), want string) {
	t.Helper()
	kept := os.Stdout
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Skip(err)
	}
	os.Stdout = writer
	printed := make(chan string)
	go func() {
		content, _ := io.ReadAll(reader)
		printed <- string(content)
	}()
	func() {
		defer func() {
			os.Stdout = kept
			writer.Close()
		}()
		call()
	}()
	got := <-printed
	if strings.TrimRight(got, " \n") != strings.TrimRight(want, " \n") {
		t.Fatalf("%s: printed %.500q", title, got)
	}
}

func hydraFails(t *testing.T, title, name string, call func() []interface{}) {
	t.Helper()
	var got []interface{}
	panics := true
	func() {
		defer func() { recover() }()
		got = call()
		panics = false
	}()
	if panics && (name == "" || name == "panic") {
		return
	}
	if err, ok := hydraLast(got).(error); ok && err != nil && name != "panic" {
		if name == "" || strings.HasSuffix(fmt.Sprintf("%T", err), name) {
			return
		}
	}
	t.Fatalf("%s: got %.500s", title, fmt.Sprintf("%#v", got))
}

func hydraLast(values []interface{}) interface{} {
	if len(values) == 0 {
		return nil
	}
	return values[len(values)-1]
}`;
