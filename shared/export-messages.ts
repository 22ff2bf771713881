/** What is said of exports whose numbers differ from the shop's; part of `messages`. */
export const exportMessages = {
  countsDiffer: (arrived: number, expected: number, now: number, noun: string) =>
    `${arrived} ${noun} were exported, ${expected} were expected at the start, and it is ${now} now`,
  incomplete: (arrived: number, expected: number, now: number, noun: string) =>
    `${Math.min(expected, now) - arrived} ${noun} are missing: ${arrived} came, the shop counted ${expected} at the start and ${now} at the end`,
}
