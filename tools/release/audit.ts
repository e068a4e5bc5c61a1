/** The part of `npm audit --json` that is read: advisories by the name of their package. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>
}

interface Vulnerability {
  readonly severity: string
  readonly range: string
  /** Advisories, and names of packages that bring the vulnerability. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[]
}

/** Names of the packages in the collected licences of dist/: they are bundled, and reach users. */
export function bundledPackages(licences: string): string[] {
  return [...licences.matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map(([, name]) => name!)
}

/**
 * Advisories against packages that reach users, one per line: `npm audit --omit=dev` knows none that is bundled, since those are
 * `devDependencies`. Undefined where the registry did not answer.
 */
export function auditProblems(output: string, shipped: readonly string[]): string[] | undefined {
  const { vulnerabilities } = JSON.parse(output) as AuditReport
  if (vulnerabilities === undefined) return undefined
  return Object.entries(vulnerabilities)
    .filter(([name]) => shipped.includes(name))
    .map(([name, { severity, range, via }]) => {
      const reasons = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} (${each.url})`))
      return `${name} ${range}: ${severity}: ${reasons.join('; ')}`
    })
}
