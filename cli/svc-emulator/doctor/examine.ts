import satisfies from 'semver/functions/satisfies.js'
import { contractStamp, type ContractStamp } from '../../../emulator/contract/stamp.ts'
import { packageText } from '../../../emulator/scenario/files.ts'
import { installedVersion } from '../installed-version.ts'

interface Examination {
  /** The release that runs. */
  readonly release: { readonly version: string }
  readonly contract: Pick<ContractStamp, 'version' | 'digest'>
  readonly node: { readonly version: string; readonly supported: string }
  readonly platform: string
  /** The optional packages that svc-emulator works with, as the folder's project finds them. */
  readonly packages: readonly PackageState[]
  /** Names of the variables that configure the programs. Their values may be secrets or paths. */
  readonly variables: readonly string[]
  /** Unsupported versions, one sentence each. */
  readonly problems: readonly string[]
  /** Where to report a defect, once there is a release. */
  readonly report?: string
}

interface PackageState {
  readonly name: string
  /** Null where the package is not installed. */
  readonly version: string | null
  readonly supported: string
}

interface Manifest {
  readonly engines: { readonly node: string }
  readonly peerDependencies: Readonly<Record<string, string>>
  /** Absent before the first release. */
  readonly bugs?: { readonly url: string }
}

interface Examined {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder of the project. */
  readonly folder: string
  readonly nodeVersion?: string
}

/** Examines this machine and the project in a folder. Sends nothing, and reads no file but package.json files. */
export function examine({ env, folder, nodeVersion = process.versions.node }: Examined): Examination {
  const { engines, peerDependencies, bugs } = JSON.parse(packageText('package.json')!) as Manifest
  const node = { version: nodeVersion, supported: engines.node }
  const packages = Object.entries(peerDependencies).map(([name, supported]) => ({
    name,
    version: installedVersion(name, folder),
    supported,
  }))
  const { release, ...contract } = contractStamp()
  return {
    release: { version: release },
    contract,
    node,
    platform: `${process.platform} ${process.arch}`,
    packages,
    variables: Object.keys(env)
      .filter((name) => name.startsWith('SVC_') && env[name] !== undefined)
      .toSorted(),
    problems: [{ name: 'node', ...node }, ...packages].flatMap(findProblem),
    ...(bugs !== undefined && { report: bugs.url }),
  }
}

/** Lines for people. */
export function formatExamination({
  release,
  contract,
  node,
  platform,
  packages,
  variables,
  problems,
  report,
}: Examination) {
  const rows = [
    ['svc-emulator', release.version],
    ['contract', `${contract.version} (${contract.digest.slice(0, 12)})`],
    ['node', node.version],
    ['platform', platform],
    ...packages.map(({ name, version }) => [name, version ?? 'not installed']),
    ['variables', variables.length === 0 ? 'none' : variables.join(', ')],
  ]
  return [
    ...rows.map(([name = '', value = '']) => `${name.padEnd(17)} ${value}`),
    ...problems.map((problem) => `problem           ${problem}`),
    ...(report === undefined ? [] : [`report a defect   ${report}`]),
  ]
}

function findProblem({ name, version, supported }: PackageState): string[] {
  if (version === null || satisfies(version, supported, { includePrerelease: true })) return []
  return [`${name} ${version} is not supported; expected ${supported}`]
}
