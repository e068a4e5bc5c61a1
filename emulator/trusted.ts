/**
 * Scenarios of the package as they were read, with their fixtures. Its tests have checked them, worlds and references included. Whoever
 * changes one makes another object of it, which is checked.
 */
const scenarios = new WeakSet<object>()

export function trust<S extends object>(scenario: S): S {
  scenarios.add(scenario)
  return Object.freeze(scenario)
}

export function isTrusted(scenario: object): boolean {
  return scenarios.has(scenario)
}
