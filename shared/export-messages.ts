/** Messages about exports whose counts differ from the shop's; part of `messages`. */
export const exportMessages = {
  countsDiffer: (arrived: number, expected: number, now: number, noun: string) =>
    `${arrived} ${noun} were exported: the shop counted ${expected} at the start and ${now} at the end`,
  incomplete: (arrived: number, expected: number, now: number, noun: string) =>
    `${Math.min(expected, now) - arrived} ${noun} are missing: ${arrived} arrived, the shop counted ${expected} at the start and ${now} at the end`,
}
