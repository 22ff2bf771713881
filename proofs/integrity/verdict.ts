/** What a part of the proof found. `times`: how often it was tried. `failures`: one sentence each. */
export type Verdict = { times: number; failures: string[] }
