"""The tests: tests/<package> mirrors src/damaci/<package>; the kernel's own C++ tests are in kernel/tests."""
