import {
  exit,
  failure,
  lack,
  mutant,
  nothingStored,
  otherDefault,
  set,
  stdout,
  store,
  type ClientMutantRows,
} from '../client-mutation.ts'

export const clientLogoutMutants: ClientMutantRows = {
  'client.logout.removes-named-profile': [nothingStored],
  'client.logout.removes-default-profile': [nothingStored],
  'client.logout.all-removes-every-profile': [nothingStored],
  'client.logout.all-clears-default': [otherDefault],
  'client.logout.prints-removed': [mutant('prints nothing', stdout(['Removed profile.*\\n', '']))],
  'client.logout.json-removed': [lack('removed'), mutant('names none', set('removed', []))],
  'client.logout.json-removed-empty': [lack('removed'), mutant('answers null', set('removed', null))],
  'client.logout.default-not-repicked': [mutant('picks another default', store(['^default:.*$', 'default: three']))],
  'client.logout.login-beside-others-sets-no-default': [
    mutant('makes it the default', store(['^default:.*$', 'default: four'])),
  ],
  'client.logout.no-default-needs-a-name': failure('CREDENTIALS_NOT_FOUND'),
  'client.logout.profile-use-restores-default': [nothingStored],
  'worker.fails-after-logout-all': failure('CREDENTIALS_NOT_FOUND'),
  'client.logout.all-without-file': [
    mutant('says something', stdout(['^$', 'Nothing to remove\n'])),
    mutant('fails', exit(1)),
  ],
  'client.logout.unknown-profile': failure('PROFILE_NOT_FOUND'),
  'client.logout.no-default': failure('PROFILE_NOT_FOUND'),
  'client.logout.insecure-file': failure('INSECURE_CREDENTIALS_PERMISSIONS'),
  'client.logout.malformed-file': failure('CREDENTIALS_NOT_FOUND'),
}
