/** Variables of a program. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Addresses of this machine, which no proxy reaches. */
const LOOPBACK = '127.0.0.1,localhost,::1'

/** Variables by which the user's own profile would reach a client under test. */
const OWN = ['SVC_PROFILE']

/**
 * The environment of a program that is run against an emulator: that of this process, in which the program reaches this
 * machine without a proxy, in both spellings that programs read, and without the user's own profile of `svc`.
 *
 * @param more variables that the program gets beside
 */
export function programEnvironment(env: Environment, more: Environment = {}): Record<string, string | undefined> {
  const given = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  const known = given.split(',').map((each) => each.trim())
  const own = LOOPBACK.split(',').filter((each) => !known.includes(each))
  const all = [...(given === '' ? [] : [given]), ...own].join(',')
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !OWN.includes(name)))
  return { ...rest, NO_PROXY: all, no_proxy: all, ...more }
}
