/** Texts that depart from the voice guide, by file and key, each with its reason. */
export const voiceExceptions: Readonly<Record<string, string>> = {
  'home/home.tasks.own': 'the id of a task, which is not shown',
};
