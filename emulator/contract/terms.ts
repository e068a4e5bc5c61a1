/** Terms of a caller that only an alternative gives. */
export interface Terms {
  /** Role that the caller has on everything that exists, beside its own. */
  readonly granted?: 'read' | 'write' | 'admin'
  /** False: public records are open only to callers with a role on them. */
  readonly publicOpens?: false
  /** True: that something is public counts as a role on it. */
  readonly publicIsRole?: true
  /** True: commands need no more than the role read. */
  readonly readIsEnough?: true
  /** True: write on an organization or a blob is enough where admin is needed. */
  readonly writeIsAdmin?: true
  /** True: keys with a scope do admin-scoped reads. */
  readonly adminReads?: true
  /** True: an organization or a blob that the scope of a key does not reach is hidden. */
  readonly scopeHides?: true
  /** True: the caller has its role by the membership that the request replaces. */
  readonly isReplaced?: true
  /** True: an acting token reaches the other accounts of its human, and mints acting tokens. */
  readonly actsAsHuman?: true
}
