/** Stops the start of a process. The message tells the operator which problem to fix. */
export class StartRefused extends Error {}
