"""Runs a command over the names of a list on a Spark cluster, and keeps its JSON Lines.

    spark-submit on_spark.py LIST REPORT COMMAND...

LIST has a name on each line. COMMAND reads names from standard input. REPORT is a new folder.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

names, report, *command = sys.argv[1:]
spark = SparkSession.builder.appName("movtool").getOrCreate()
context = spark.sparkContext
# 1 means that some files failed, and the report says which. Anything else fails the task, which
# Spark then tries again, where --skip-existing leaves out what is done.
shell = shlex.join(["sh", "-c", '"$@"; status=$?; [ $status -le 1 ]', "sh", *command])
# A few partitions for each core, so that a slow one does not hold up the rest.
clips = context.textFile(names, 4 * context.defaultParallelism)
# The program gets this environment and no other.
clips.pipe(shell, env={"PATH": os.environ["PATH"]}, checkCode=True).saveAsTextFile(report)
spark.stop()
