import type { ClauseRow } from '../clause-row.ts'

export const serviceAccountsClauses = [
  {
    id: 'service-accounts.type-is-service',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement: 'A service account is a user with `type` `service`.',
  },
  {
    id: 'service-accounts.key-authenticates-as-account',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement: 'A key minted for a service account authenticates as the account and not as the minter.',
  },
  {
    id: 'perimeter.store-credential',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement:
      'Storing a credential with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.delete-credential',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement:
      'Deleting a credential with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.grant-membership',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement:
      'Granting a membership with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.create-account',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement: 'Creating an account with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.retire-account',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement: 'Retiring an account with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.mint-acting-token',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement:
      'Minting an acting token with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.org-visibility',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement:
      'Changing the `visibility` of an organization with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.blob-visibility',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement:
      'Changing the `visibility` of a blob with the own key of a service account is refused with 403, whatever role it holds.',
  },
  {
    id: 'perimeter.push-admitted',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement: 'Pushing runs under the own key of a service account as under a personal key.',
  },
  {
    id: 'perimeter.pull-admitted',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement: 'Pulling runs under the own key of a service account as under a personal key.',
  },
  {
    id: 'perimeter.workflow-deployment-admitted',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'realtime',
    statement: 'Workflow deployment runs under the own key of a service account as under a personal key.',
  },
  {
    id: 'perimeter.scheduler-deployment-admitted',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'realtime',
    statement: 'Scheduler deployment runs under the own key of a service account as under a personal key.',
  },
  {
    id: 'perimeter.execute-admitted',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'realtime',
    statement: 'Executing runs under the own key of a service account as under a personal key.',
  },
  {
    id: 'acting-token.carries-human',
    section: 'Authentication / Service accounts and the access perimeter',
    wire: 'rest',
    statement: 'An acting token carries the human behind it and passes where a human is needed.',
  },
] as const satisfies readonly ClauseRow[]
