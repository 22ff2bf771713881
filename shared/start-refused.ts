/** Why a process does not start, as one sentence for whoever started it: something that they can set right. */
export class StartRefused extends Error {}
