const suffixes = { unfinished: '.partial', removing: '.removing' }
const ours = /^backup-\d{8}T\d{6}Z$/
const isOurs = (name: string, suffix: string) => name.endsWith(suffix) && ours.test(name.slice(0, -suffix.length))

/** Returns `backup-20261122T201406Z`. The order by name is the order by time. */
export const backupName = (now: Date): string => `backup-${now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}`

/** Whether a complete backup may have this name. */
export const isBackupName = (name: string): boolean => ours.test(name)

/** The folder in which a backup is written, until it gets its name. */
export const unfinishedName = (folder: string): string => `${folder}${suffixes.unfinished}`
export const isUnfinishedName = (name: string): boolean => isOurs(name, suffixes.unfinished)

/** The name of a folder while it is removed. */
export const removingName = (folder: string): string => `${folder}${suffixes.removing}`
export const isRemovingName = (name: string): boolean => isOurs(name, suffixes.removing)
