CREATE TABLE "backup_runs" (
	"due" timestamp(3) with time zone PRIMARY KEY,
	"claim" text NOT NULL,
	"lease_until" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone,
	"place" text,
	"bytes" bigint,
	"failure" text
);
