/** What the screens of Settings say; part of `messages`. */
export const settingsMessages = {
  nothingGiven: 'Please send the setting to change',
  avatarFailed: (why: string) => `Failed to update avatar: ${why}`,
  logoFailed: (why: string) => `Failed to update logo: ${why}`,
  imageHint: 'PNG, JPG, SVG up to 5MB',
  notAnImage: 'Please choose an image file',
  unreadable: 'The file could not be read',
  saveFailed: 'Failed to save settings',
  detailsSaved: 'Your details are saved.',
  detailsFailed: 'Failed to save your details',
  endAllConfirm: 'Are you sure you want to sign out everywhere? This browser is signed out, too.',
  revokeConfirm: (name: string) =>
    `Are you sure you want to revoke "${name}"? Programs that use it lose access at once. Exports and schedules that it has started go on.`,
  rotateExplained: (name: string) =>
    `A new key with the same rights replaces "${name}". Give it to your programs while the old one still works.`,
  keyShownOnce: 'Copy the key now: it is not shown again.',
  keyFailed: 'Failed to create the key',
  noKeyStores: (isOwn: boolean) => `None selected: all ${isOwn ? 'your' : 'its'} stores`,
  callsExplained: (kept: number) =>
    `The last ${kept} calls of 30 days, without what was asked and answered. A call appears a second later.`,
  auditFailed: 'Failed to load the audit log',
  csvFailed: 'Failed to download the audit log',
} as const
