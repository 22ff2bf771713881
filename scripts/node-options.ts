import { heapOptions } from './heap.ts'

/** Commands that keep running. The heap limits are for them. */
const servers = ['start', 'demo']
/** Commands on the environment's installation. Only these read `.env`: tests and the demo have separate environments. */
const onInstallation = ['start', 'backup', 'restore', 'audit-verify', 'secrets-rotate', 'doctor', 'create-owner', 'migrate']

export const isServer = (command: string): boolean => servers.includes(command)

/** Node's options for a command. Environment variables take precedence over `.env`. */
export function nodeOptionsFor(command: string): string[] {
  return [...(isServer(command) ? heapOptions : []), ...(onInstallation.includes(command) ? ['--env-file-if-exists=.env'] : [])]
}
