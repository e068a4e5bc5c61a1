import { groups } from '../../../emulator/lab/explore/fault.ts'
import type { Flags } from '../../shared/command.ts'
import type { ClientSettings } from '../client-command.ts'
import { clientFlags, reportFlags, runFlags, sinceFlag } from '../lab-flags.ts'
import { choices, commandWords, jobs, list, someTime } from '../values.ts'

/** Flags of `explore`. */
export const exploreFlags = {
  ...clientFlags,
  ...runFlags,
  ...reportFlags,
  ...sinceFlag,
  only: {
    value: 'names',
    parse: list,
    about: `Use only these groups (${groups.join(', ')}), faults (gateway, or one variant: gateway:502) or calls, comma-separated. With --copies: try each of them beside the copies, too (default none)`,
  },
  skip: { value: 'names', parse: list, about: 'Leave out these groups, faults or calls' },
  'must-survive': {
    value: 'groups',
    parse: choices(groups),
    about: 'Groups of faults that the client must survive: reporting a failure is a finding, too',
  },
  allow: { value: 'verdicts', parse: list, about: 'Verdicts that are not findings: silent-cut' },
  strict: {
    about:
      'Report notes as findings, too: failed calls that the client ignores, bodies that stop and that it waits for',
  },
  depth: {
    choices: ['1', '2'],
    parse: (text: string): 1 | 2 => (text === '2' ? 2 : 1),
    default: '1',
    about: '2 also injects faults into calls that appear only because of a first fault',
  },
  save: { value: 'folder', about: 'Write a scenario for each finding to this folder, for replay and start' },
  against: {
    value: 'command',
    parse: commandWords,
    about:
      'Compare with this command, the release before: report what the client does worse, otherwise and better under the same failures; exit code 1 where something is worse',
  },
  copies: {
    value: 'number',
    parse: jobs,
    about:
      'Run so many copies of the client at once in one world, in every order of their calls that matters: report what they do that they do not one after the other',
  },
  beside: {
    value: 'command',
    many: true,
    parse: commands,
    about:
      'Run this command in the world of the client, too; variables can stand before it (SVC_API_KEY=…). Repeat it for more',
  },
  'same-home': {
    about: 'With --copies and --beside: one HOME for all of them, whose files are compared, too (default one for each)',
  },
  idle: {
    value: 'duration',
    parse: someTime,
    about:
      'With --copies and --beside: real time without a call after which a client is not waited for (default 200ms)',
  },
  release: {
    value: 'file',
    about:
      'Let each request meet the old or the next release of the service, over one state: report the shortest mix whose outcome is that of neither. The file has settings, a scenario with settings, facts, or a contract',
  },
  case: { value: 'id', about: 'Run one experiment again, and show its calls and the output of the client' },
  accept: { value: 'file', about: 'File of known findings to accept, each as `<verdict> <fault>: <reason>`' },
} as const satisfies Flags

/** Settings of `explore`; times in milliseconds. */
export type ExploreSettings = ClientSettings<typeof exploreFlags>

type GivenFlags = Partial<
  Pick<
    ExploreSettings,
    'against' | 'only' | 'skip' | 'save' | 'case' | 'accept' | 'allow' | 'mustSurvive' | 'strict' | 'depth'
  >
>

/** Lists which of some flags the command line has. */
export function listGiven({ mustSurvive, strict, depth, ...flags }: GivenFlags): string[] {
  const all = { ...flags, 'must-survive': mustSurvive, strict: strict || undefined }
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]))
  return depth === 2 ? [...given, '--depth 2'] : given
}

/** Splits commands at the commas between them, which are none within quotes. */
function commands(text: string): string[] {
  return text.match(/(?:'[^']*'|"[^"]*"|[^,])+/g) ?? []
}
