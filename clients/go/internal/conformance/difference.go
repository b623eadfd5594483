package conformance

import (
	"fmt"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// firstDifference tells where two messages of one type differ, such as "position.tricks[2].points: 10, not 11".
func firstDifference(expected, found proto.Message) string {
	return inMessage("", expected.ProtoReflect(), found.ProtoReflect())
}

func inMessage(path string, expected, found protoreflect.Message) string {
	fields := expected.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		here := path + string(field.Name())
		switch wanted, got := expected.Get(field), found.Get(field); {
		case expected.Has(field) != found.Has(field):
			return fmt.Sprintf("%s is set: %v, not %v", here, found.Has(field), expected.Has(field))
		case wanted.Equal(got):
			continue
		case field.IsList():
			return inList(here, wanted.List(), got.List())
		case field.Message() != nil && !field.IsMap():
			return inMessage(here+".", wanted.Message(), got.Message())
		default:
			return fmt.Sprintf("%s: %v, not %v", here, got, wanted)
		}
	}
	return path + " unknown fields"
}

func inList(path string, expected, found protoreflect.List) string {
	if expected.Len() != found.Len() {
		return fmt.Sprintf("%s has %d, not %d", path, found.Len(), expected.Len())
	}
	for i := range expected.Len() {
		wanted, got := expected.Get(i), found.Get(i)
		here := fmt.Sprintf("%s[%d]", path, i)
		if wanted.Equal(got) {
			continue
		}
		if message, ok := wanted.Interface().(protoreflect.Message); ok {
			return inMessage(here+".", message, got.Message())
		}
		return fmt.Sprintf("%s: %v, not %v", here, got, wanted)
	}
	return path
}
