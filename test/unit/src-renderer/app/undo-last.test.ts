import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { undoLast } from '#renderer/app/undo-last.ts';

test('what is under way is waited for, so that it is undone and not what was done before it', async () => {
  const queryClient = new QueryClient();
  const offers = ['undo what was done before'];
  const answered = Promise.withResolvers<void>();
  const act = new MutationObserver(queryClient, { mutationFn: () => answered.promise });
  const done = act.mutate().then(() => offers.push('undo what was just done'));
  const undone: string[] = [];
  const undoing = undoLast(queryClient, () => void undone.push(offers.at(-1) ?? ''));
  await Promise.resolve();
  expect(undone).toEqual([]);
  answered.resolve();
  await Promise.all([done, undoing]);
  expect(undone).toEqual(['undo what was just done']);
});

test('where nothing is under way the newest offer is taken at once', async () => {
  const undone: string[] = [];
  const undoing = undoLast(new QueryClient(), () => void undone.push('newest'));
  await undoing;
  expect(undone).toEqual(['newest']);
});

test('where what is under way fails, what was done before it stays', async () => {
  const queryClient = new QueryClient();
  const answered = Promise.withResolvers<void>();
  const act = new MutationObserver(queryClient, { mutationFn: () => answered.promise });
  const done = act.mutate().catch(() => undefined);
  const undone: string[] = [];
  const undoing = undoLast(queryClient, () => void undone.push('what was done before'));
  answered.reject(new Error('refused'));
  await Promise.all([done, undoing]);
  expect(undone).toEqual([]);
});
