/**
 * Scenarios of the package as they were read, with their fixtures. The tests of the package have checked them, worlds and references
 * included. They are frozen all the way down: a changed one is another object, which is checked.
 */
const scenarios = new WeakSet<object>()

export function trust<S extends object>(scenario: S): S {
  scenarios.add(scenario)
  return scenario
}

export function isTrusted(scenario: object): boolean {
  return scenarios.has(scenario)
}
