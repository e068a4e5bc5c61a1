/** A service that breaks a sentence is told which: mutants of the service, each against the shipped probes. */
import { expect, it } from 'vitest'
import { mutants, type NamedMutant } from '../emulator/contract/variants.ts'
import { driftFrom, failWork, withVerdict, type Drifted, type DriftedOptions } from './helpers/drift.ts'

/** Mutants that are not laid to their clause first, by reason. The lists may only shrink. */
const known: Readonly<Record<string, readonly string[]>> = {
  'changes a field whose name is assumed, and so is not compared': [
    'service.revision-belongs-to-blob',
    'service.revision-belongs-to-blob/2',
    'service.member-is-membership-on-target',
    'service.member-is-membership-on-target/2',
    'service.member-is-membership-on-target/3',
    'service.long-running-work-is-an-operation/2',
    'service.long-running-work-is-an-operation/3',
    'api-keys.create.description-accepted/2',
    'orgs.blobs.answers-blobs-of-org',
    'revisions.list.answers-revisions-of-blob',
    'revisions.metadata.under-alias',
    'blobs.metadata.under-alias',
  ],
  'answers 401 to a key that is in use, which is never a different answer': [
    'identifiers.me.bearer-token',
    'identifiers.me.api-key',
    'authentication.bearer-token',
    'authentication.api-key',
    'keys.scope.user',
  ],
  'answers nothing by which the API is known, which is said before anything is asked': ['service.json-answers'],
  'takes the key of the run from it, or takes its user for another one throughout': [
    'api-keys.delete.removes-key/2',
    'authentication.api-key/2',
  ],
  'shows only at a revision that failed, which a service does or does not: below, where it does': [
    'revision.reset.blob-deleting-refused',
    'revision.reset.needs-write',
    'revision.reset.blob-not-visible',
    'revision.reset.blob-unreachable/3',
  ],
  'reads fewer rows than the limit, which is free, or shows only with fifty records': [
    'pagination.opaque.limit-accepted/2',
    'pagination.opaque.limit-is-optional',
    'pagination.revisions.limit-maximum-200/2',
    'pagination.complete.whole-set/2',
  ],
  'makes a record that others may have made': ['api-keys.create.answers-api-key/3'],
  'shows only at the own name of a person, which the probes leave alone': ['users.update.self/2'],
  'is named beside a sentence that says the same of every request of the probes': [
    'api-keys.create.service-account-refused',
    'api-keys.create.service-account-refused/2',
    'api-keys.delete.service-account-refused',
    'api-keys.delete.service-account-refused/2',
    'members.delete.service-account-refused',
    'members.delete.service-account-refused/2',
    'service-accounts.key-authenticates-as-account',
  ],
  'is named beside a rarer sentence of the same answer, which comes first': [
    'pagination.opaque.cursor-in-response',
    'users.limits.self',
  ],
  'is named behind others, because it acts on records that the twin does not hold': ['identifiers.session.by-id/2'],
}

/** Every third mutant is asked, or all with DRIFT_MUTANTS=all, which takes six minutes. */
const every = process.env['DRIFT_MUTANTS'] === 'all' ? 1 : 3

it('lays what a service breaks to its sentence', async () => {
  const held = listKept(await driftFrom({}))
  const reached = mutants.filter(({ statement }) => held.has(statement))
  const listed = new Set(Object.values(known).flat())
  expect(1 - listed.size / reached.length).toBeGreaterThan(0.9)
  const { missed, other } = await tryAll(reached.filter((_, n) => n % every === 0))
  expect(other).toEqual([])
  expect(missed.filter((id) => !listed.has(id))).toEqual([])
})

/** Mutants that are not laid to their clause first where work fails, by reason. */
const knownOfFailures: Readonly<Record<string, string>> = {
  'revision.reset.phase-untouched': 'answers 500, which is never a different answer',
  'revision.reset.phase-untouched/2': 'does what a mutant of the sentence about failed deletions does',
  'revision.reset.clears-failed-operation/2': 'does what a mutant of the sentence about every phase does',
}

it('lays to its sentence what shows at work that failed', async () => {
  const options = { probes: ['blobs'], prepare: failWork }
  const held = listKept(await driftFrom({}, options))
  for (const id of listKept(await driftFrom({}, { probes: ['blobs'] }))) held.delete(id)
  const listed = Object.keys(known).find((reason) => reason.includes('a revision that failed'))!
  const tried = mutants.filter(({ id, statement }) => held.has(statement) || known[listed]!.includes(id))
  expect(tried).toHaveLength(21)
  const { missed, other } = await tryAll(tried, options)
  expect(other).toEqual([])
  expect(missed).toEqual(Object.keys(knownOfFailures))
})

/** Clauses that held, in all their cases or in some. */
function listKept({ report }: Drifted): Set<string> {
  return new Set([...withVerdict(report, 'held'), ...withVerdict(report, 'partly')])
}

/** Mutants that are not laid to their clause first, and those of them that are laid to other clauses alone. */
async function tryAll(
  tried: readonly NamedMutant[],
  options: DriftedOptions = {},
): Promise<{ missed: string[]; other: string[] }> {
  const missed: string[] = []
  const other: string[] = []
  for (const { id, statement: clause } of tried) {
    const { report } = await driftFrom({ broken: [id] }, options)
    const contradicted = withVerdict(report, 'contradicted')
    const found = report.clauses.find((each) => each.id === clause)
    const isNamed = found?.verdict === 'contradicted'
    if (!isNamed && contradicted.length > 0) other.push(id)
    if (!(isNamed && (found.oneOf?.[0] ?? clause) === clause)) missed.push(id)
  }
  return { missed, other }
}
