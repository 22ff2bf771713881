const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** "5 minutes", above 90 minutes "2 hours". */
function timeInWords(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes > 90 ? counted(Math.round(minutes / 60), 'hour') : counted(minutes, 'minute')
}

/** Messages about an export before it starts. Only the export dialogs need them, so they are not part of `messages`. */
export const estimateMessages = {
  takesLong: (seconds: number) => `This will take about ${timeInWords(seconds)}. Run it in the background?`,
} as const
