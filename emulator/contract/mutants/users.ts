import { admitCaller, mutant, omit, refuse, set } from '../mutation.ts'
import type { MutantRow } from '../mutation.ts'

const notRefused = (what: string) => [
  mutant(`lets ${what}`, admitCaller),
  mutant('refuses with another code', refuse('unauthenticated')),
]

export const usersMutants = {
  'users.update.service-account-owner-only': notRefused('an account change itself'),
  'users.update.others-refused': notRefused('anybody change a user'),
  'users.orgs.self-sees-public': [mutant('hides the public organizations of the caller', set('orgs', []))],
  'users.orgs.self-sees-private': [mutant('hides the private organizations of the caller', set('orgs', []))],
  'users.orgs.other-sees-public-only': [
    mutant('hides the public organizations of others', set('orgs', [])),
    mutant('leaves the field out', omit('orgs')),
  ],
  'users.limits.self': [mutant('refuses a user its own limits', refuse('forbidden'))],
  'users.limits.other-refused': notRefused('anybody read the limits of a user'),
} satisfies Record<string, MutantRow>
