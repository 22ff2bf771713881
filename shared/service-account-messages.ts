/** Messages about service accounts; part of `messages`. */
export const serviceAccountMessages = {
  nameNeeded: 'Please enter a name',
  nameTaken: (name: string) => `There is already a service account named "${name}".`,
  rolesNeeded: 'A service account must have at least one role',
  ownerRefused: 'A service account cannot be an owner',
  tooMany: (max: number) => `There can be at most ${max} service accounts. Please delete one that is no longer needed.`,
  notHeld: (missing: readonly string[]) => `The service account does not have ${missing.join(', ')}.`,
  tooManyKeys: (max: number) => `The service account already has ${max} API keys. Please revoke one first.`,
  inactive: 'This service account is deactivated. Please activate it first.',
  explained: 'Accounts for programs. They have roles like people, but cannot sign in, and they stay when whoever made them leaves.',
  none: 'A program that must outlast your own account needs one of its own.',
  nameHint: 'Shown in jobs and in the audit log, such as "Nightly export"',
  noKeys: 'No API keys. Without one, its program can do nothing.',
  inactiveKeys: 'An inactive account has no API keys. Activate it to make new ones.',
  loadFailed: 'Failed to load service accounts',
  saveFailed: 'Failed to save the service account',
  deleteFailed: 'Failed to delete the service account',
  deactivateConfirm: (name: string) =>
    `Are you sure you want to deactivate "${name}"? Its API keys are deleted for good, and programs that use them lose access at once.`,
  activateConfirm: (name: string) => `Are you sure you want to activate "${name}"? Its programs need new API keys.`,
  deleteConfirm: (name: string) =>
    `Are you sure you want to permanently delete "${name}"? Its roles and API keys are deleted with it, and programs that use them lose access at once. What it did stays in the audit log.`,
} as const
