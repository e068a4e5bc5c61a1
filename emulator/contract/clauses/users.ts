import { admitWhen, lets, list, mutant, noOp, omit, refuse, rename, set } from '../mutation.ts'
import { section } from '../section.ts'

export const usersSections = [
  section('Endpoints / Users', 'rest', {
    'users.get.answers-user': {
      says: 'Get User answers the user object in `user`.',
      broken: [mutant('answers no `user`', omit('user')), mutant('answers the user as `data`', rename('user', 'data'))],
    },
    'users.get.any-authenticated-caller': {
      says: 'Get User admits any authenticated caller, not only the user itself.',
      cases: ['user key', 'org key', 'blob key', 'account key', 'acting token'],
      broken: [mutant('refuses callers who are not the user', refuse('forbidden'))],
    },
    'users.get.no-redaction': {
      says: 'Get User answers the full record to a caller other than the user, with `role` the only field that differs.',
      broken: [
        mutant('leaves the name out for others', omit('user.name')),
        mutant('leaves the alias out for others', omit('user.alias')),
        mutant('leaves the type out for others', omit('user.type')),
      ],
    },
    'users.update.self': {
      says: 'Update User admits the user itself.',
      broken: [mutant('refuses a human on its own record', refuse('forbidden')), mutant('changes nothing', noOp)],
    },
    'users.update.service-account-owner': {
      says: 'Update User of a service account admits the owner of the account.',
      broken: [mutant('refuses the owner of an account', refuse('forbidden')), mutant('changes nothing', noOp)],
    },
    'users.update.service-account-owner-only': {
      says: 'Update User of a service account refuses the account itself with 403.',
      broken: lets('an account change itself'),
    },
    'users.update.others-refused': {
      says: 'Update User by any other caller is refused with 403.',
      cases: ['of a human', 'of an account'],
      broken: lets('anybody change a user'),
    },
    'users.orgs.self-sees-public': {
      says: 'A user who lists its own organizations sees the public ones.',
      broken: [mutant('hides the public organizations of the caller', list({ without: { visibility: 'public' } }))],
    },
    'users.orgs.self-sees-private': {
      says: 'A user who lists its own organizations sees the private ones.',
      broken: [mutant('hides the private organizations of the caller', list({ without: { visibility: 'private' } }))],
    },
    'users.orgs.other-sees-public-only': {
      says: 'A caller who lists the organizations of another user sees the public ones only.',
      broken: [
        mutant('hides the public organizations of others', set('orgs', [])),
        mutant('leaves the field out', omit('orgs')),
        mutant('shows others the private ones, too, as public', admitWhen({ orgs: { visibility: 'public' } })),
      ],
    },
    'users.limits.self': {
      says: 'The limits of a user are answered to that user.',
      broken: [
        mutant('refuses a user its own limits', refuse('forbidden')),
        mutant('answers no limits', omit('limits')),
      ],
    },
    'users.limits.other-refused': {
      says: 'The limits of a user are refused to every other caller with 403.',
      cases: ['of a human', 'of an account'],
      broken: lets('anybody read the limits of a user'),
    },
  }),
]
