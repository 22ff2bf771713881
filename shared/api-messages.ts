/** Messages about calls that fail, and about rights; part of `messages`. */
export const apiMessages = {
  failed: 'API request failed',
  noConnection: 'The server could not be reached. Please check your connection.',
  tooComplex: 'The JSON nests too deeply, holds too many values, or a number that is too long.',
  otherUpload: 'Please wait until your other upload is done.',
  notJson: 'The body is not valid JSON.',
  dayNeeded: 'Please send a day of the calendar, without a time, such as 2026-03-02',
  instantNeeded: 'Please send a time with its time zone, such as 2026-03-02T09:30:00Z',
  noPreflight: 'This is not a preflight request.',
  notPlain: 'Text with invalid characters cannot be saved',
} as const

export const accessMessages = {
  denied: 'Access denied. You do not have permission to access this page.',
  profileFailed: 'Failed to fetch permissions',
} as const
