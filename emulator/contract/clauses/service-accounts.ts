import { lets, mutant, noOp, otherCaller, refuse, set, stores } from '../mutation.ts'
import { section } from '../section.ts'

export const serviceAccountsSections = [
  section('Authentication / Service accounts and the access perimeter', 'rest', {
    'service-accounts.type-is-service': {
      says: 'A service account is a user with `type` `service`.',
      broken: [
        mutant('answers service accounts as humans', set('user.type | users.*.type', 'human')),
        mutant('stores accounts as humans', stores('users', 'type', 'human')),
      ],
    },
    'service-accounts.key-authenticates-as-account': {
      says: 'A key minted for a service account authenticates as the account and not as the minter.',
      broken: [mutant('takes the key of an account for another user', otherCaller)],
    },
    'perimeter.store-credential': {
      says: 'Storing a credential with the own key of a service account is refused with 403, whatever role it holds.',
      cases: ['org', 'blob'],
      broken: lets('service accounts store credentials'),
    },
    'perimeter.delete-credential': {
      says: 'Deleting a credential with the own key of a service account is refused with 403, whatever role it holds.',
      cases: ['of an org', 'of a blob'],
      broken: lets('service accounts delete credentials'),
    },
    'perimeter.grant-membership': {
      says: 'Granting a membership with the own key of a service account is refused with 403, whatever role it holds.',
      cases: ['org', 'blob'],
      broken: lets('service accounts grant memberships'),
    },
    'perimeter.create-account': {
      says: 'Creating an account with the own key of a service account is refused with 403, whatever role it holds.',
      broken: lets('service accounts create accounts'),
    },
    'perimeter.retire-account': {
      says: 'Retiring an account with the own key of a service account is refused with 403, whatever role it holds.',
      broken: lets('service accounts retire accounts'),
    },
    'perimeter.mint-acting-token': {
      says: 'Minting an acting token with the own key of a service account is refused with 403, whatever role it holds.',
      broken: lets('service accounts mint acting tokens'),
    },
    'perimeter.org-visibility': {
      says: 'Changing the `visibility` of an organization with the own key of a service account is refused with 403, whatever role it holds.',
      broken: lets('service accounts change the visibility of organizations'),
    },
    'perimeter.blob-visibility': {
      says: 'Changing the `visibility` of a blob with the own key of a service account is refused with 403, whatever role it holds.',
      broken: lets('service accounts change the visibility of blobs'),
    },
    'perimeter.create-org-admitted': {
      // The specification's list of actions with such a key does not have this one.
      until: '2.0.0',
      says: 'Creating an organization runs under the own key of a service account as under a personal key.',
      broken: [
        mutant('refuses service accounts', refuse('forbidden')),
        mutant('does nothing for service accounts', noOp),
      ],
    },
    'perimeter.push-admitted': {
      says: 'Pushing runs under the own key of a service account as under a personal key.',
      broken: [
        mutant('refuses service accounts', refuse('forbidden')),
        mutant('does nothing for service accounts', noOp),
      ],
    },
    'perimeter.pull-admitted': {
      says: 'Pulling runs under the own key of a service account as under a personal key.',
      broken: [mutant('refuses service accounts', refuse('forbidden'))],
    },
  }),
  section('Authentication / Service accounts and the access perimeter', 'realtime', {
    'perimeter.workflow-deployment-admitted': {
      says: 'Workflow deployment runs under the own key of a service account as under a personal key.',
      broken: [
        mutant('refuses service accounts', refuse('forbidden')),
        mutant('does nothing for service accounts', noOp),
      ],
    },
    'perimeter.scheduler-deployment-admitted': {
      says: 'Scheduler deployment runs under the own key of a service account as under a personal key.',
      broken: [
        mutant('refuses service accounts', refuse('forbidden')),
        mutant('does nothing for service accounts', noOp),
      ],
    },
    'perimeter.create-session-admitted': {
      says: 'Creating a session runs under the own key of a service account as under a personal key.',
      broken: [
        mutant('refuses service accounts', refuse('forbidden')),
        mutant('does nothing for service accounts', noOp),
      ],
    },
    'perimeter.execute-admitted': {
      says: 'Executing runs under the own key of a service account as under a personal key.',
      broken: [
        mutant('refuses service accounts', refuse('forbidden')),
        mutant('does nothing for service accounts', noOp),
      ],
    },
  }),
  section('Authentication / Service accounts and the access perimeter', 'rest', {
    'acting-token.carries-human': {
      says: 'An acting token carries the human behind it and passes where a human is needed.',
      broken: [mutant('takes an acting token for a service account alone', refuse('forbidden'))],
    },
  }),
]
