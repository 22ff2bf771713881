type Command = {
  /** The script of package.json. null: only the packed server has this command under a name. */
  npm: string | null
  /** What follows the name, as the usage shows it. */
  takes: string
  does: string
  /** The least and the most number of words that are no options. */
  words: readonly [number, number]
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>
}

/** All commands on an installation. Their usage, the program of the packed server and the parsing of arguments are made of it. */
export const commands = {
  start: { npm: 'start', takes: '', does: 'Starts the server, after it has applied pending migrations.', words: [0, 0], options: {} },
  backup: {
    npm: 'backup',
    takes: '<folder or s3://bucket/prefix> [--keep <number>]',
    does: 'Writes a backup, also while the server runs. With --keep, it removes the oldest ones beyond that number, which is at least 1.',
    words: [1, 1],
    options: { keep: { type: 'string' } },
  },
  verify: {
    npm: 'verify',
    takes: '<backup>…',
    does: 'Checks backups (folders, or s3://bucket/prefix/backup-…) without restoring them, and names each damage.',
    words: [1, Infinity],
    options: {},
  },
  restore: {
    npm: 'restore',
    takes: '<backup>',
    does: 'Restores a backup (a folder, or s3://bucket/prefix/backup-…) into an empty database.',
    words: [1, 1],
    options: {},
  },
  migrate: {
    npm: 'migrate',
    takes: '[--dry-run]',
    does: 'Lists the pending migrations and applies them. With --dry-run, it tries them and changes nothing.',
    words: [0, 0],
    options: { 'dry-run': { type: 'boolean' } },
  },
  doctor: {
    npm: 'doctor',
    takes: '[--json]',
    does: 'Checks the installation without changing it, and says how to mend what it finds.',
    words: [0, 0],
    options: { json: { type: 'boolean' } },
  },
  'create-owner': {
    npm: 'create-owner',
    takes: '<e-mail address>',
    does: 'Makes a person an owner, and prints a link to choose a password.',
    words: [1, 1],
    options: {},
  },
  'secrets-rotate': {
    npm: 'secrets:rotate',
    takes: '[--give-up]',
    does: 'Encrypts the stored secrets again, with APP_SECRET in place of APP_SECRET_PREVIOUS. With --give-up, it goes on where that is lost.',
    words: [0, 0],
    options: { 'give-up': { type: 'boolean' } },
  },
  'audit-verify': {
    npm: 'audit:verify',
    takes: '',
    does: 'Compares the audit log with its seals.',
    words: [0, 0],
    options: {},
  },
  'is-alive': { npm: null, takes: '', does: 'Ends with 0 if the server of this machine answers.', words: [0, 0], options: {} },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof commands
export type OptionOf<Name extends CommandName> = keyof (typeof commands)[Name]['options'] & string

/** The packed server has neither npm nor TypeScript. */
const isPacked = !import.meta.url.endsWith('.ts')

function called(name: CommandName, isGivenMore: boolean): string {
  if (isPacked) return `backcounter ${name}`
  const { npm } = commands[name]
  if (npm === null) return `node scripts/${name}.ts`
  return `${npm === 'start' ? 'npm start' : `npm run ${npm}`}${isGivenMore ? ' --' : ''}`
}

/** How an operator writes a command here, with its arguments. */
export const commandText = (name: CommandName, given = ''): string => [called(name, given !== ''), given].filter(Boolean).join(' ')

/** How to use a command, and what it does. */
export const usageOf = (name: CommandName): string => `${commandText(name, commands[name].takes)}\n${commands[name].does}`
