/** What is said about the installation itself: its worker, its mail, its database. */
export const operationMessages = {
  noWorker: 'No worker is running',
  unavailable: 'The server is not available, trying again',
} as const
