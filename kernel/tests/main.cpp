// Runs every test; fails if any check did.

#include "check.hpp"

int main() {
    for (const Test& test : all_tests()) {
        const int before = failures;
        test.run();
        std::printf("%s %s: %s\n", failures == before ? "passed" : "FAILED", test.ruleset, test.name);
        std::fflush(stdout);
    }
    return failures == 0 && !all_tests().empty() ? 0 : 1;
}
