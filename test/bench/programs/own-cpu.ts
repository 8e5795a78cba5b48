/** CPU time used so far, user and system, in microseconds. */
export interface OwnCpu {
  /** Of the thread that serves. */
  readonly threadMicros: number;
  /** Of the process with all its threads. */
  readonly processMicros: number;
}

/** Answers every message on the process's channel with the CPU time that it has used. */
export function answerCpuQuestions(): void {
  process.on('message', () => {
    const thread = process.threadCpuUsage();
    const whole = process.cpuUsage();
    process.send?.({
      threadMicros: thread.user + thread.system,
      processMicros: whole.user + whole.system,
    } satisfies OwnCpu);
  });
}
