/**
 * V8's limits of the server's memory. V8 reads them at its start, so they precede the script. By default, V8 lets the heap grow to up to
 * four times its live size, more on larger machines: an export would then waste 100 MB. With a new space of 2 MB instead of 8, the collector
 * takes twice the time of the thread that answers calls. `--expose-gc` lets each thread free the garbage of its start.
 */
export const heapOptions = ['--max-old-space-size=1024', '--max-semi-space-size=8', '--expose-gc']

/**
 * glibc's limit of memory outside V8's heap. By default, glibc makes up to eight arenas per core, and other threads cannot use the memory
 * that one thread has freed.
 */
export const heapEnvironment = { MALLOC_ARENA_MAX: '2' }
