import { heapOptions } from './heap.ts'

/** What keeps running; the heap's bounds are for it. */
const servers = ['start', 'demo']
/** What works on the installation that the environment names. Nothing else reads `.env`: tests and the demo have an environment of their own. */
const onInstallation = ['start', 'backup', 'restore', 'audit-verify', 'secrets-rotate']

export const isServer = (command: string): boolean => servers.includes(command)

/** The options of Node that a command is run with. What stands in the environment already goes before `.env`. */
export function nodeOptionsFor(command: string): string[] {
  return [...(isServer(command) ? heapOptions : []), ...(onInstallation.includes(command) ? ['--env-file-if-exists=.env'] : [])]
}
