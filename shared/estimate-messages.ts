const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** "5 minutes", or "2 hours" where minutes would be more than anybody counts. */
function timeInWords(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes > 90 ? counted(Math.round(minutes / 60), 'hour') : counted(minutes, 'minute')
}

/** What is said of an export before it starts. Only its dialogs need it, so it stays out of `messages`. */
export const estimateMessages = {
  takesLong: (seconds: number) => `This will take about ${timeInWords(seconds)}. Run it in the background?`,
} as const
