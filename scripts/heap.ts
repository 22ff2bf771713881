/**
 * How V8 keeps the server's memory (read at its start, so they stand before the script). Left alone it lets garbage lie until the heap is
 * up to four times what is in use, the more the larger the machine: an export then takes 100 MB that it has no use for.
 */
export const heapOptions = ['--max-old-space-size=1024', '--max-semi-space-size=2']

/**
 * How glibc keeps what lies outside that heap: by itself it makes up to eight arenas for each core, and what one thread gave back lies
 * idle there for the others.
 */
export const heapEnvironment = { MALLOC_ARENA_MAX: '2' }
