/** Why a process does not start: one sentence for the operator, about a problem that they can fix. */
export class StartRefused extends Error {}
