-- github.com/argoproj/argo-workflows, issue 13601 and pull request 13779: a list reads eight keys of each workflow, a json of
-- some 69,000 characters.
CREATE TABLE workflows (uid int PRIMARY KEY, workflow json);
INSERT INTO workflows
  SELECT i, json_build_object('metadata', json_build_object('name', 'w' || i, 'namespace', 'argo', 'labels', json_build_object('a', i)),
           'spec', json_build_object('suspend', false, 'entry', 'main'),
           'status', json_build_object('phase', 'Succeeded', 'progress', '9/9', 'startedAt', i, 'finishedAt', i + 1, 'message', 'ok',
             'nodes', (SELECT json_agg(json_build_object('id', n, 'displayName', md5((i * 100 + n)::text), 'type', 'Pod',
                       'phase', 'Succeeded', 'templateName', 'step', 'inputs', repeat('argument ', 10))) FROM generate_series(1, 320) n)))
  FROM generate_series(1, 40) i;
CREATE TABLE workflows_b (uid int PRIMARY KEY, workflow jsonb);
INSERT INTO workflows_b SELECT uid, workflow::jsonb FROM workflows;
SELECT avg(length(workflow::text))::int, avg(pg_column_size(workflow))::int FROM workflows;
SELECT avg(length(workflow::text))::int, avg(pg_column_size(workflow))::int FROM workflows_b;
VACUUM ANALYZE workflows, workflows_b;
SELECT count(*) FROM workflows WHERE workflow->'metadata'->>'name' <> '';
SELECT count(*) FROM workflows_b WHERE workflow->'metadata'->>'name' <> '';
-- one key, and eight: each is a detoasting of its own
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT workflow->'metadata'->>'name' FROM workflows;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
  SELECT workflow->'metadata'->>'name', workflow->'metadata'->>'namespace', workflow->'metadata'->'labels', workflow->'spec'->>'suspend',
         workflow->'status'->>'phase', workflow->'status'->>'progress', workflow->'status'->>'startedAt', workflow->'status'->>'finishedAt'
  FROM workflows;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
  SELECT workflow->'metadata'->>'name', workflow->'metadata'->>'namespace', workflow->'metadata'->'labels', workflow->'spec'->>'suspend',
         workflow->'status'->>'phase', workflow->'status'->>'progress', workflow->'status'->>'startedAt', workflow->'status'->>'finishedAt'
  FROM workflows_b;
-- the same keys of a document that is fetched once
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
  SELECT w->'metadata'->>'name', w->'metadata'->>'namespace', w->'status'->>'phase', w->'status'->>'progress'
  FROM (SELECT workflow || '{}' AS w FROM workflows_b OFFSET 0) AS once;
