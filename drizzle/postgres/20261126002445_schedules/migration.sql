CREATE TABLE "schedule_runs" (
	"id" text PRIMARY KEY,
	"schedule_id" text NOT NULL,
	"due" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"missed" integer NOT NULL,
	"job_id" text
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"request" jsonb NOT NULL,
	"store_ids" jsonb NOT NULL,
	"calendar" jsonb NOT NULL,
	"timezone" text NOT NULL,
	"delivers" text NOT NULL,
	"include_deleted" boolean NOT NULL,
	"dates" jsonb,
	"format" text NOT NULL,
	"destination_id" text,
	"sheet" jsonb,
	"file_name" text,
	"include_receipt" boolean NOT NULL,
	"missed" text NOT NULL,
	"overlap" text NOT NULL,
	"owner_id" text NOT NULL,
	"state" text NOT NULL,
	"paused_reason" text,
	"next_due" timestamp(3) with time zone,
	"look_at" timestamp(3) with time zone,
	"revision" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_groups" ADD COLUMN "is_scheduled" boolean DEFAULT false;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "schedule_id" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "is_scheduled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job_groups" DROP CONSTRAINT "job_groups_pkey";--> statement-breakpoint
ALTER TABLE "job_groups" ADD PRIMARY KEY ("created_by","store_set","is_scheduled");--> statement-breakpoint
DROP INDEX "job_groups_oldest";--> statement-breakpoint
CREATE INDEX "job_groups_oldest" ON "job_groups" ("is_scheduled","since","job_id");--> statement-breakpoint
DROP INDEX "job_groups_several";--> statement-breakpoint
CREATE INDEX "job_groups_several" ON "job_groups" ("is_of_several","is_scheduled","since","job_id");--> statement-breakpoint
DROP INDEX "jobs_group";--> statement-breakpoint
CREATE INDEX "jobs_group" ON "jobs" ("status","created_by","store_set","is_scheduled","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_schedule" ON "jobs" ("schedule_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_runs_due" ON "schedule_runs" ("schedule_id","due");--> statement-breakpoint
CREATE INDEX "schedule_runs_started" ON "schedule_runs" ("schedule_id","started_at","id");--> statement-breakpoint
CREATE INDEX "schedule_runs_age" ON "schedule_runs" ("started_at");--> statement-breakpoint
CREATE INDEX "schedules_look" ON "schedules" ("look_at");--> statement-breakpoint
CREATE INDEX "schedules_owner" ON "schedules" ("owner_id");--> statement-breakpoint
ALTER TABLE "schedule_runs" ADD CONSTRAINT "schedule_runs_schedule_id_schedules_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE;