/** Messages about service accounts and the calls of keys; part of `messages`. */
export const serviceAccountMessages = {
  serviceAccounts: {
    nameNeeded: 'Please enter a name',
    nameTaken: (name: string) => `There is already a service account named "${name}".`,
    rolesNeeded: 'A service account must have at least one role',
    ownerRefused: 'A service account cannot be an owner',
    tooMany: (max: number) => `There can be at most ${max} service accounts. Please delete one that is no longer needed.`,
    notHeld: (missing: readonly string[]) => `The service account does not have ${missing.join(', ')}.`,
    tooManyKeys: (max: number) => `The service account already has ${max} API keys. Please revoke one first.`,
    inactive: 'This service account is deactivated. Please activate it first.',
  },
} as const
