// A minimal test framework: TEST(name) { CHECK(condition); }. A unit that is compiled for several rulesets defines
// RULESET.
#pragma once

#include <cstdio>
#include <vector>

struct Test {
    const char* ruleset;
    const char* name;
    void (*run)();
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

inline int failures = 0;

#define AS_TEXT(name) #name
#define NAME_OF(name) AS_TEXT(name)
#ifdef RULESET
static constexpr const char* tested_ruleset = NAME_OF(RULESET);
#else
static constexpr const char* tested_ruleset = "any ruleset";
#endif

#define TEST(name)                                                                                                     \
    static void name();                                                                                                \
    static const bool name##_is_listed = (all_tests().push_back({tested_ruleset, #name, &(name)}), true);              \
    static void name()

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            ++failures;                                                                                                \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                               \
        }                                                                                                              \
    } while (false)
