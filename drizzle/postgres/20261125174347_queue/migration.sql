CREATE TABLE "job_groups" (
	"created_by" text,
	"store_set" text,
	"is_of_several" boolean NOT NULL,
	"job_id" text,
	"since" timestamp(3) with time zone,
	CONSTRAINT "job_groups_pkey" PRIMARY KEY("created_by","store_set")
);
--> statement-breakpoint
CREATE TABLE "job_watch" (
	"name" text PRIMARY KEY,
	"worker" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "jobs_ready";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "store_set" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "job_groups_oldest" ON "job_groups" ("since","job_id");--> statement-breakpoint
CREATE INDEX "job_groups_several" ON "job_groups" ("is_of_several","since","job_id");--> statement-breakpoint
CREATE INDEX "jobs_group" ON "jobs" ("status","created_by","store_set","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" ("status","run_at");--> statement-breakpoint
UPDATE "jobs" SET "store_set" = coalesce((SELECT string_agg("store_id", ',' ORDER BY "store_id" COLLATE "C") FROM "job_stores" WHERE "job_id" = "jobs"."id"), '');--> statement-breakpoint
INSERT INTO "job_groups" ("created_by", "store_set", "is_of_several", "job_id", "since")
SELECT "created_by", "store_set", "store_set" LIKE '%,%', "id", "created_at" FROM (
	SELECT *, row_number() OVER (PARTITION BY "created_by", "store_set" ORDER BY "created_at", "id") AS "place" FROM "jobs" WHERE "status" = 'waiting'
) AS "waiting" WHERE "place" = 1;
